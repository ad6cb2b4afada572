/** Returns the file name of a signing record, after that of the document: `lease.pdf` gives `lease-signing-record.pdf`. */
export function signingRecordName(fileName: string): string {
  return `${fileName.replace(/\.pdf$/i, '')}-signing-record.pdf`
}
