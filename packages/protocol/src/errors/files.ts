import type { ErrorRow } from './row.ts'

/** Errors of stored files. */
export const FILE_ERRORS = {
  FILE_UNREADABLE: {
    status: 500,
    title: 'The stored file is damaged or cannot be decrypted.',
    fix: 'Tell the operator of this installation, who may be able to restore it from a backup.',
  },
} as const satisfies Record<string, ErrorRow>
