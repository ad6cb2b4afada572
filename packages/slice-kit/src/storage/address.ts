/** Whether an address names storage rather than a folder. */
export function isStorageAddress(address: string): boolean {
  return address.startsWith('s3://')
}
