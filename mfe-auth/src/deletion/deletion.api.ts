import type { DeletionRequest } from '@inkproof/protocol/profile'
import { DELETION_PHRASE } from '@inkproof/protocol/profile'
import { request } from '@inkproof/slice'
import { reloadAccount } from '../account/reload-account.ts'
import { withProof } from '../reauthentication/with-proof.ts'

export async function scheduleDeletion(): Promise<void> {
  const confirmed: DeletionRequest = { confirmation: DELETION_PHRASE }
  await withProof(() => request('POST', '/api/auth/deletion', confirmed))
  await reloadAccount()
}

export async function cancelDeletion(): Promise<void> {
  await request('DELETE', '/api/auth/deletion')
  await reloadAccount()
}
