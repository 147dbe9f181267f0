// Encodings of points against @noble/curves: the stored ones are what it says today, and fresh random ones are read and refused alike.
// `node point_encodings.mjs --write FILE` makes the stored file anew. Lines:
//   curve group k ENCODING...     k in decimal; k·G in Zcash's format, compressed and whole (BLS12-381), or x and y, c1 before c0 (BN254); hexadecimal
//   bls12_381 group accepted|refused ENCODING
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const npm = process.env.LUCID_NPM ?? '.';
const require = createRequire(pathToFileURL(`${npm}/`));
const load = async (name) => import(pathToFileURL(require.resolve(`@noble/curves/${name}`)));
const bn254 = (await load('bn254')).bn254;
const bls12_381 = (await load('bls12-381')).bls12_381;
const group = (curve, name) => curve[name.toUpperCase()].ProjectivePoint;

const hex = (bytes) => Buffer.from(bytes).toString('hex');
const word = (x) => x.toString(16).padStart(64, '0');
const coordinate = (x) => (typeof x === 'bigint' ? word(x) : word(x.c1) + word(x.c0));

function multiple(name, k) {
  const p = group(bls12_381, name).BASE.multiply(k);
  const q = group(bn254, name).BASE.multiply(k);
  const { x, y } = q.toAffine();
  return `bls12_381 ${name} ${k} ${hex(p.toRawBytes(true))} ${hex(p.toRawBytes(false))}\nbn254 ${name} ${k} ${coordinate(x)}${coordinate(y)}\n`;
}

function verdict(name, encoding) {
  let word = 'accepted';
  try {
    group(bls12_381, name).fromHex(hex(encoding)).assertValidity();
  } catch {
    word = 'refused';
  }
  return `bls12_381 ${name} ${word} ${hex(encoding)}\n`;
}

// random: how many bytes → bytes.
function text(random) {
  const scalar = () => BigInt('0x' + Buffer.from(random(31)).toString('hex')) + 1n;
  let lines = '';
  for (const name of ['g1', 'g2']) {
    for (const k of [1n, 2n, 3n, 2n ** 64n, 2n ** 252n + 1n, scalar(), scalar(), scalar()]) lines += multiple(name, k);
    for (const compressed of [true, false]) {
      // Neighbours of points, every combination of flags on one, and bytes without meaning.
      for (let i = 0; i < 10; i++) {
        const encoding = group(bls12_381, name).BASE.multiply(scalar()).toRawBytes(compressed);
        lines += verdict(name, encoding);
        const [at, bit] = random(2);
        encoding[1 + at % (encoding.length - 1)] ^= 1 << bit % 8;
        lines += verdict(name, encoding);
        if (i < 8 && (compressed || i !== 1)) {  // a sign beside a whole point: this library refuses it, as blst does; noble does not look
          encoding.set(group(bls12_381, name).BASE.multiply(scalar()).toRawBytes(compressed));
          encoding[0] = (encoding[0] & 0x1f) | (i << 5);
          lines += verdict(name, encoding);
        }
        const noise = Uint8Array.from(random(encoding.length));
        noise[0] = (noise[0] & 0x1f) | (compressed ? 0x80 : 0);
        lines += verdict(name, noise);
      }
    }
  }
  return lines;
}

function seeded() {
  let count = 0;
  return (n) => {
    let bytes = Buffer.alloc(0);
    while (bytes.length < n) bytes = Buffer.concat([bytes, createHash('sha256').update(`point encodings ${count++}`).digest()]);
    return bytes.subarray(0, n);
  };
}

if (process.argv[2] === '--write') {
  writeFileSync(process.argv[3], text(seeded()));
  process.exit(0);
}

if (readFileSync(`${process.env.LUCID_DATA}/noble-points/points.txt`, 'utf8') !== text(seeded())) {
  console.log('the stored encodings are not what @noble/curves says');
  process.exit(1);
}

const program = `${process.env.LUCID_BIN}/test_interop`;
if (!existsSync(program)) {
  console.log('test_interop is not built');
  process.exit(77);
}
const fresh = `${process.env.LUCID_SCRATCH}/points.txt`;
writeFileSync(fresh, text(randomBytes));
const run = spawnSync(program, ['--test-case=noble_points: *'], { env: { ...process.env, LUCID_NOBLE_POINTS: fresh }, encoding: 'utf8' });
console.log(run.stdout + run.stderr);
process.exit(run.status === 0 && /test cases:\s*1 \|\s*1 passed/.test(run.stdout) ? 0 : 1);
