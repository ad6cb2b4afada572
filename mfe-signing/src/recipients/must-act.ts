import type { RecipientRole } from '@inkproof/protocol/recipient-roles'

/** Whether a recipient with this role signs or approves. The others only receive the document. */
export function mustAct({ role }: { role: RecipientRole }): boolean {
  return role === 'signer' || role === 'approver'
}
