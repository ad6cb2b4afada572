import { addFiles } from '../certify/certify.store.ts'
import { fingerprintFile } from '../fingerprint/browser-fingerprint.ts'
import { verifyFiles } from '../verify/verify-input.ts'

/** Starts immediately; the target page shows the progress. */
export function startCertifying(files: File[], isMade: boolean): void {
  void addFiles(files, fingerprintFile, { isMade })
}

export function startVerifying(files: File[]): void {
  void verifyFiles(files, fingerprintFile)
}
