// Pairings against @noble/curves: the stored values are what it says today, and for fresh random points the library says the same.
// `node pairing_values.mjs --write FILE` makes the stored file anew. A line: curve, p.x p.y, q.x.c0 q.x.c1 q.y.c0 q.y.c1, the twelve coefficients of e(p, q).
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const npm = process.env.LUCID_NPM ?? '.';
const require = createRequire(pathToFileURL(`${npm}/`));
const load = async (name) => import(pathToFileURL(require.resolve(`@noble/curves/${name}`)));
const curves = {
  bn254: (await load('bn254')).bn254,
  bls12_381: (await load('bls12-381')).bls12_381,
};

function line(name, a, b) {
  const curve = curves[name];
  const P = curve.G1.ProjectivePoint.BASE.multiply(a);
  const Q = curve.G2.ProjectivePoint.BASE.multiply(b);
  const p = P.toAffine();
  const q = Q.toAffine();
  const e = curve.pairing(P, Q);
  const of2 = (x) => [x.c0, x.c1];
  const of6 = (x) => [...of2(x.c0), ...of2(x.c1), ...of2(x.c2)];
  return [name, p.x, p.y, ...of2(q.x), ...of2(q.y), ...of6(e.c0), ...of6(e.c1)].join(' ') + '\n';
}

const fixed = [[1n, 1n], [1n, 2n], [3n, 1n], [0x123456789abcdefn, 0xfedcba987654321n], [2n ** 253n + 12345n, 2n ** 252n + 67890n]];
const text = (pairs) => Object.keys(curves).map((name) => pairs.map(([a, b]) => line(name, a, b)).join('')).join('');

if (process.argv[2] === '--write') {
  writeFileSync(process.argv[3], text(fixed));
  process.exit(0);
}

const stored = readFileSync(`${process.env.LUCID_DATA}/pairing/values.txt`, 'utf8');
if (stored !== text(fixed)) {
  console.log('the stored pairings are not what @noble/curves says');
  process.exit(1);
}

const program = `${process.env.LUCID_BIN}/test_group`;
if (!existsSync(program)) {
  console.log('test_group is not built');
  process.exit(77);
}
const random = () => BigInt('0x' + randomBytes(31).toString('hex')) + 1n;
const fresh = `${process.env.LUCID_SCRATCH}/pairings.txt`;
writeFileSync(fresh, text(Array.from({ length: 5 }, () => [random(), random()])));
const run = spawnSync(program, ['--test-case=pairing: the values of others', '--no-skip'], { env: { ...process.env, LUCID_PAIRING_VALUES: fresh }, encoding: 'utf8' });
console.log(run.stdout + run.stderr);
process.exit(run.status === 0 && /test cases:\s*1 \|\s*1 passed/.test(run.stdout) ? 0 : 1);
