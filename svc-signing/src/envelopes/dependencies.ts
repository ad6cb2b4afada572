/** What signing requests need from files, PDF work, the public record and accounts, as narrow as they use it. */
import type { FileStore } from '@inkproof/file-storage/file-store'
import type { Certificate } from '@inkproof/protocol/certificates'
import type { PdfWorker } from '../pdf/feature.ts'
import type {
  Contact as AccountContact,
  FindPasskey,
  PublicRecord as RecordClient,
} from '../record/feature.ts'

/** The encrypted files of the service; `owner` is a workspace's ID. */
export type Files = Pick<FileStore, 'put' | 'read' | 'remove'>

/** Reads and prepares PDF files. */
export type PdfWork = Pick<PdfWorker, 'checkPrepared' | 'inspect' | 'planSignatures' | 'prepare'>

/** The public record of svc-documents. */
export type PublicRecord = Omit<RecordClient, 'certify'> & {
  /** Certifies a document for an account. Repeating the call returns the same certificate. */
  certify(input: Parameters<RecordClient['certify']>[0]): Promise<Pick<Certificate, 'id'>>
}

/** How an account is named and reached, and the name of its workspace. */
export type Contact = Pick<
  AccountContact,
  'email' | 'isEmailConfirmed' | 'firstName' | 'lastName' | 'language' | 'workspaceName'
>

/** What svc-auth knows about the keys with which people sign. */
export type AccountKeys = {
  /** Returns the addresses of an account's wallets, lower case. */
  findWallets: (accountId: string) => Promise<string[]>
  findPasskey: FindPasskey
}

/** Returns the contact of an account; null if there is no such account in the workspace. */
export type FindContact = (accountId: string, workspaceId: string) => Promise<Contact | null>
