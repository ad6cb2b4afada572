import { addFiles } from '../certify/certify.store.ts'
import { fingerprintFile } from '../fingerprint/browser-fingerprint.ts'
import { verifyFiles } from '../verify/verify.store.ts'

/** Starts at once; the page it leads to shows how far it has come. */
export function takeForCertify(files: File[], isMade: boolean): void {
  void addFiles(files, fingerprintFile, { isMade })
}

export function takeForVerify(files: File[]): void {
  void verifyFiles(files, fingerprintFile)
}
