import * as z from 'zod/mini'

/** What a recipient does: signs, approves, may look at the document, or receives the finished one. */
export const RECIPIENT_ROLES = ['signer', 'approver', 'viewer', 'copy'] as const
export const RecipientRole = z.enum(RECIPIENT_ROLES)
export type RecipientRole = z.infer<typeof RecipientRole>
