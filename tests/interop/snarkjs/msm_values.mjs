// Sums of multiples against @noble/curves: the stored sums are what it says today, and for fresh random terms, up to a thousand, the library says the same.
// `node msm_values.mjs --write FILE` makes the stored file anew. A line: curve group n, n times scalar x y, and the x y of the sum; decimal, infinity is 0 0,
// a coordinate of the second group is c0 c1.
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const npm = process.env.LUCID_NPM ?? '.';
const require = createRequire(pathToFileURL(`${npm}/`));
const load = async (name) => import(pathToFileURL(require.resolve(`@noble/curves/${name}`)));
const curves = { bn254: (await load('bn254')).bn254, bls12_381: (await load('bls12-381')).bls12_381 };
const groups = Object.keys(curves).flatMap((name) => [[name, 'G1'], [name, 'G2']]);

const coordinate = (x) => (typeof x === 'bigint' ? [x] : [x.c0, x.c1]);
function coordinates(point, group) {
  if (point.equals(point.constructor.ZERO)) return group === 'G1' ? [0n, 0n] : [0n, 0n, 0n, 0n];
  const { x, y } = point.toAffine();
  return [...coordinate(x), ...coordinate(y)];
}

function line(name, group, terms, sum) {
  const tokens = terms.flatMap(([s, p]) => [s, ...coordinates(p, group)]);
  return [name, group.toLowerCase(), terms.length, ...tokens, ...coordinates(sum, group)].join(' ') + '\n';
}

// One multiple after the other.
function naive(Point, terms) {
  return terms.reduce((sum, [s, p]) => sum.add(p.multiplyUnsafe(s)), Point.ZERO);
}

// From a seed, with what is special: zero, one, r − 1, halves, infinity, equal and opposite points.
function fixed() {
  let count = 0n;
  const number = () => BigInt('0x' + createHash('sha256').update(`msm ${count++}`).digest('hex'));
  return groups.map(([name, group]) => {
    const Point = curves[name][group].ProjectivePoint;
    const r = curves[name].fields.Fr.ORDER;
    const random = () => [number() % r, Point.BASE.multiply((number() % (r - 1n)) + 1n)];
    const p = random()[1];
    const half = (r + 1n) / 2n;
    const special = [[0n, p], [1n, p], [r - 1n, p], [half, p], [half - 1n, p.negate()], [2n, p], [2n, p], [2n, p.negate()], [r - 2n, p], [5n, Point.ZERO],
      [2n ** 128n, p], [2n ** 64n - 1n, p]];
    const sets = [[], [random()], [[1n, Point.BASE]], [[7n, Point.ZERO]], [[3n, p], [3n, p.negate()]], special, Array.from({ length: 9 }, random)];
    return sets.map((terms) => line(name, group, terms, naive(Point, terms))).join('');
  }).join('');
}

if (process.argv[2] === '--write') {
  writeFileSync(process.argv[3], fixed());
  process.exit(0);
}

if (readFileSync(`${process.env.LUCID_DATA}/msm/values.txt`, 'utf8') !== fixed()) {
  console.log('the stored sums are not what @noble/curves says');
  process.exit(1);
}

const program = `${process.env.LUCID_BIN}/test_msm`;
if (!existsSync(program)) {
  console.log('test_msm is not built');
  process.exit(77);
}
const text = groups.map(([name, group]) => {
  const Point = curves[name][group].ProjectivePoint;
  const r = curves[name].fields.Fr.ORDER;
  const below = (n) => BigInt('0x' + randomBytes(40).toString('hex')) % n;
  return [50, group === 'G1' ? 1000 : 300].map((n) => {
    let point = Point.BASE.multiply(below(r - 1n) + 1n);
    const step = Point.BASE.multiply(below(r - 1n) + 1n);
    const terms = Array.from({ length: n }, (_, i) => [[below(r), below(r), below(2n ** 32n), r - below(1000n) - 1n, 1n][i % 5], (point = point.add(step))]);
    const sum = Point.msm(terms.map(([, p]) => p), terms.map(([s]) => s));
    return line(name, group, terms, sum);
  }).join('');
}).join('');
const fresh = `${process.env.LUCID_SCRATCH}/sums.txt`;
writeFileSync(fresh, text);
const run = spawnSync(program, ['--test-case=msm: the sums of others', '--no-skip'], { env: { ...process.env, LUCID_MSM_VALUES: fresh }, encoding: 'utf8' });
console.log(run.stdout + run.stderr);
process.exit(run.status === 0 && /test cases:\s*1 \|\s*1 passed/.test(run.stdout) ? 0 : 1);
