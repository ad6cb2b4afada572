import { formatEvidence, MAX_EVIDENCE_LENGTH } from '@inkproof/signing/evidence'
import { expect, test } from '@jest/globals'
import { isEvidenceFile } from './detect-evidence.ts'

test('evidence is recognized by its beginning', async () => {
  const evidence = { envelope: new Uint8Array(), steps: [], statements: [], proof: '' }
  const text = formatEvidence(evidence)
  expect(await isEvidenceFile(new Blob([text]))).toBe(true)
  expect(await isEvidenceFile(new Blob([text.replace('/v1"', '/v2"')]))).toBe(true)
})

test('other JSON, an empty file and one that is too large are no evidence', async () => {
  expect(await isEvidenceFile(new Blob(['{"format": "inkproof/evidence/v1"}']))).toBe(false)
  expect(await isEvidenceFile(new Blob([]))).toBe(false)
  const large = new Blob(['{\n  "format": "inkproof/evidence/v1"'])
  Object.defineProperty(large, 'size', { value: MAX_EVIDENCE_LENGTH + 1 })
  expect(await isEvidenceFile(large)).toBe(false)
})
