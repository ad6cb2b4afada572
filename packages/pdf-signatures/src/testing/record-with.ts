import { writeReport } from '@inkproof/pdf-signing/report/write-report'
import { EVIDENCE_FILE_NAME } from '@inkproof/signing/evidence'

/** Returns a PDF that looks like a signing record, whose text says something else than the evidence attached to it. */
export function recordWith(evidence: string): Promise<Uint8Array> {
  return writeReport({
    language: 'en',
    title: 'Signing record',
    subtitle: 'Another title',
    missingCharacters: '',
    footer: 'Request 1',
    createdAt: new Date('2026-11-20T10:05:00Z'),
    sections: [{ heading: 'Mallory signed' }],
    attachment: { name: EVIDENCE_FILE_NAME, description: '', data: Buffer.from(evidence) },
  })
}
