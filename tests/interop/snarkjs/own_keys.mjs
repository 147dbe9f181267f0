// Keys of our own setup in snarkjs's hands: it exports the same verification key, proves with them, and accepts our proofs for them.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { check, circuits, curves, data, expect, expectStatus, finish, need, own, readJson, same, scratch, snarkjs } from "./_snarkjs.mjs";

need("circom_prover");
for (const curve of curves) {
  for (const circuit of circuits) {
    const set = (name) => join(data, "circom", curve, circuit, name);
    const folder = join(scratch, curve, circuit);
    mkdirSync(folder, { recursive: true });
    const file = (name) => join(folder, name);

    await check(`${curve} ${circuit}: the verification key that snarkjs exports`, async () => {
      expectStatus(own("circom_prover", ["setup", set("circuit.r1cs"), file("key.zkey"), file("vk.json"), "--single-party"]), 0);
      const exported = await snarkjs.zKey.exportVerificationKey(file("key.zkey"));
      const ours = readJson(file("vk.json"));
      for (const field of Object.keys(exported)) expect(same(exported[field], ours[field]), `${field} differs`);
      expect(same(Object.keys(exported), Object.keys(ours)), "other fields");
    });
    const key = readJson(file("vk.json"));
    await check(`${curve} ${circuit}: snarkjs proves with our key`, async () => {
      const { proof, publicSignals } = await snarkjs.groth16.prove(file("key.zkey"), set("witness.wtns"));
      expect(await snarkjs.groth16.verify(key, publicSignals, proof), "its proof does not verify");
    });
    await check(`${curve} ${circuit}: our proof under our key`, async () => {
      expectStatus(own("circom_prover", ["prove", file("key.zkey"), set("witness.wtns"), file("proof.json"), file("public.json")]), 0);
      expect(await snarkjs.groth16.verify(key, readJson(file("public.json")), readJson(file("proof.json"))), "snarkjs refuses it");
    });
  }
}
finish();
