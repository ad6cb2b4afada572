/** Where the auditor finds what it compares. */
export type Installation = {
  /** Address of the calls: the gateway, or documents-api. */
  origin: string
  /** Address of the served record. */
  recordUrl: string
  /** The served folder of the record, and the second store. */
  stores: readonly [string, string]
  chainUrl: string
  /** The database of svc-documents. */
  documentsUrl: string
  /** The database of svc-auth, and the mailbox with its key; missing if the installation has no accounts. */
  auth?: { databaseUrl: string; mailboxUrl: string }
}
