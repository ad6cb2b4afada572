/** Every authentication call of the product, with its definition. */
import type { CallDefinition } from '@inkproof/protocol/call'
import { accountCalls } from '@inkproof/protocol/calls/accounts'
import { brandingCalls } from '@inkproof/protocol/calls/branding'
import { captchaCalls } from '@inkproof/protocol/calls/captcha'
import { deletionCalls } from '@inkproof/protocol/calls/deletion'
import { emailCalls } from '@inkproof/protocol/calls/emails'
import {
  authenticatorAppCalls,
  reauthenticationCalls,
  secondFactorCalls,
} from '@inkproof/protocol/calls/factors'
import { historyCalls } from '@inkproof/protocol/calls/history'
import { invitationCalls, invitationLinkCalls } from '@inkproof/protocol/calls/invitations'
import { mailCalls } from '@inkproof/protocol/calls/mail'
import { memberCalls } from '@inkproof/protocol/calls/members'
import { authDescriptions } from '@inkproof/protocol/calls/openapi'
import { passkeyCalls, passkeySignInCalls } from '@inkproof/protocol/calls/passkeys'
import { passwordCalls } from '@inkproof/protocol/calls/passwords'
import { profileCalls } from '@inkproof/protocol/calls/profile'
import { providerCalls, signInOptionCalls } from '@inkproof/protocol/calls/providers'
import { quotaCalls } from '@inkproof/protocol/calls/quotas'
import { recoveryCalls } from '@inkproof/protocol/calls/recovery'
import { sessionCalls } from '@inkproof/protocol/calls/sessions'
import { signInCalls } from '@inkproof/protocol/calls/sign-in'
import { verificationCalls } from '@inkproof/protocol/calls/verification'
import { linkedWalletCalls, walletSignInCalls } from '@inkproof/protocol/calls/wallets'
import { workspaceCalls } from '@inkproof/protocol/calls/workspaces'

/** Calls with the same tag. */
export type TaggedCalls = { tag: string; calls: readonly CallDefinition[] }

/** All calls, in the order of the page. The section of a tag is shown at the position of its first call. */
const CALLS: readonly CallDefinition[] = [
  accountCalls,
  verificationCalls,
  captchaCalls,
  signInCalls,
  passkeySignInCalls,
  secondFactorCalls,
  walletSignInCalls,
  signInOptionCalls,
  providerCalls,
  recoveryCalls,
  reauthenticationCalls,
  passwordCalls,
  passkeyCalls,
  authenticatorAppCalls,
  linkedWalletCalls,
  sessionCalls,
  profileCalls,
  emailCalls,
  mailCalls,
  historyCalls,
  deletionCalls,
  workspaceCalls,
  quotaCalls,
  brandingCalls,
  memberCalls,
  invitationCalls,
  invitationLinkCalls,
  authDescriptions,
].flatMap((group) => Object.values<CallDefinition>(group))

/** All calls by their tags. */
export const GROUPS: readonly TaggedCalls[] = groupByTag(CALLS)

/** Returns the calls whose method, path, summary or tag contain every word of the search text. */
export function findCalls(searchText: string): readonly TaggedCalls[] {
  const words = searchText.toLowerCase().split(/\s+/)
  const found = CALLS.filter(({ tag, method, path, summary }) => {
    const text = `${tag} ${method} ${path} ${summary}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return groupByTag(found)
}

function groupByTag(calls: readonly CallDefinition[]): TaggedCalls[] {
  const tags = [...new Set(calls.map(({ tag }) => tag))]
  return tags.map((tag) => ({ tag, calls: calls.filter((call) => call.tag === tag) }))
}
