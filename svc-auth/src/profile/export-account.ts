import type { AccountExport, HistoryEvent } from '@inkproof/protocol/profile'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { requireAccount } from '../accounts/require-account.ts'
import { toAccountView } from '../accounts/to-account-view.ts'
import type { Sessions } from '../session-store/session-store.ts'
import type { PictureStore } from './picture-store.ts'

export type ExportDeps = {
  accounts: Pick<AccountStore, 'find'>
  pictures: Pick<PictureStore, 'find'>
  sessions: Pick<Sessions, 'list'>
  historyOf: (accountId: string) => Promise<HistoryEvent[]>
  mailedLinksOf: (account: AccountRow) => Promise<AccountExport['mailedLinks']>
  workspacesOf: (account: AccountRow) => Promise<AccountExport['workspaces']>
  /** The other services' data about a user, by service. */
  collectFromOtherServices: (accountId: string) => Promise<AccountExport['services']>
  now: () => Date
}

/**
 * Exports everything this and all other services store about a person, except what would give access to the account:
 * hashes, keys, secrets and session ids.
 *
 * @throws AppError UNAVAILABLE while another service is unreachable, EXPORT_TOO_LARGE if there is too much data, so
 * that an export is always complete.
 */
export async function exportAccount(deps: ExportDeps, accountId: string): Promise<AccountExport> {
  const account = await requireAccount(deps.accounts, accountId)
  const picture = account.pictureId ? await deps.pictures.find(account.pictureId) : undefined
  const sessions = await deps.sessions.list(accountId)
  return {
    exportedAt: deps.now().toISOString(),
    id: accountId,
    account: toAccountView(account),
    humanVerifiedAt: account.humanVerifiedAt?.toISOString() ?? null,
    picture: picture?.toString('base64') ?? null,
    devices: account.devices.map(({ label, firstAt }) => ({
      label,
      firstAt: firstAt.toISOString(),
    })),
    sessions: sessions.map(({ device, address, place, way, startedAtMs, usedAtMs }) => ({
      device,
      address,
      place,
      way,
      startedAt: new Date(startedAtMs).toISOString(),
      usedAt: new Date(usedAtMs).toISOString(),
    })),
    workspaces: await deps.workspacesOf(account),
    history: await deps.historyOf(accountId),
    mailedLinks: await deps.mailedLinksOf(account),
    services: await deps.collectFromOtherServices(accountId),
  }
}
