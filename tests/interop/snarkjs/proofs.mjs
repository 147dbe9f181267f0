// Proofs both ways for every stored circuit on both curves: ours accepted by snarkjs, theirs by us, spoilt ones by neither.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, circuits, curves, data, expect, expectStatus, finish, need, own, readJson, same, scratch, snarkjs } from "./_snarkjs.mjs";

need("circom_prover");
for (const curve of curves) {
  for (const circuit of circuits) {
    const set = (name) => join(data, "circom", curve, circuit, name);
    const folder = join(scratch, curve, circuit);
    mkdirSync(folder, { recursive: true });
    const file = (name) => join(folder, name);
    const key = readJson(set("verification_key.json"));

    await check(`${curve} ${circuit}: our proof`, async () => {
      expectStatus(own("circom_prover", ["prove", set("circuit.zkey"), set("witness.wtns"), file("proof.json"), file("public.json")]), 0);
      const [proof, inputs] = [readJson(file("proof.json")), readJson(file("public.json"))];
      expect(same(inputs, readJson(set("public.json"))), "other public inputs");
      expect(await snarkjs.groth16.verify(key, inputs, proof), "snarkjs refuses it");
      expectStatus(own("circom_prover", ["verify", set("verification_key.json"), file("public.json"), file("proof.json")]), 0);
    });
    await check(`${curve} ${circuit}: their proof`, async () => {
      expectStatus(own("circom_prover", ["verify", set("verification_key.json"), set("public.json"), set("proof.json")]), 0);
    });
    await check(`${curve} ${circuit}: a proof for other inputs`, async () => {
      const inputs = readJson(set("public.json"));
      if (inputs.length === 0) return;
      inputs[inputs.length - 1] = String(BigInt(inputs[inputs.length - 1]) + 1n);
      writeFileSync(file("other.json"), JSON.stringify(inputs));
      expect(!(await snarkjs.groth16.verify(key, inputs, readJson(file("proof.json")))), "snarkjs accepts it");
      expectStatus(own("circom_prover", ["verify", set("verification_key.json"), file("other.json"), file("proof.json")]), 1);
    });
  }
}
finish();
