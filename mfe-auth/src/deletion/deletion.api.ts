import * as calls from '@inkproof/protocol/calls/deletion'
import { DELETION_PHRASE } from '@inkproof/protocol/profile'
import { call } from '@inkproof/slice-parts/call'
import { reloadAccount } from '../account/reload-account.ts'
import { withReauthentication } from '../reauthentication/with-reauthentication.ts'

export async function scheduleDeletion(): Promise<void> {
  const body = { confirmation: DELETION_PHRASE } as const
  await withReauthentication(() => call(calls.scheduleDeletion, { body }))
  await reloadAccount()
}

export async function cancelDeletion(): Promise<void> {
  await call(calls.cancelDeletion)
  await reloadAccount()
}
