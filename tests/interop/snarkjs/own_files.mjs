// Circuits, witnesses and keys that our tests write, read by snarkjs: `test_interop` leaves them in the folder that LUCID_WRITE_FILES names.
import { join } from "node:path";
import { check, curves, expect, expectStatus, finish, need, own, readJson, scratch, snarkjs } from "./_snarkjs.mjs";

need("test_interop");
const written = own("test_interop", ["--test-case=files for others*"], { LUCID_WRITE_FILES: scratch });
await check("the files are written", async () => expectStatus(written, 0));
for (const curve of curves) {
  for (const name of ["own", "no_public", "no_private", "no_constraints", "labelled"]) {
    const file = (ending) => join(scratch, `${curve}.${name}.${ending}`);
    await check(`${curve} ${name}: r1cs info and wtns check`, async () => {
      const info = await snarkjs.r1cs.info(file("r1cs"));
      const { constraints, variables, publics } = readJson(file("json"));
      expect(info.nConstraints === constraints && info.nVars === variables && info.nOutputs + info.nPubInputs === publics, "other counts");
      expect(await snarkjs.wtns.check(file("r1cs"), file("wtns")), "the witness does not satisfy the circuit");
    });
    await check(`${curve} ${name}: a proof by snarkjs`, async () => {
      const key = await snarkjs.zKey.exportVerificationKey(file("zkey"));
      const { proof, publicSignals } = await snarkjs.groth16.prove(file("zkey"), file("wtns"));
      expect(await snarkjs.groth16.verify(key, publicSignals, proof), "it does not verify");
    });
  }
}
finish();
