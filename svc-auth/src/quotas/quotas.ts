/** Counts what workspaces use in a calendar month (UTC), and refuses more than the limit of the installation. */
import type { Quota, QuotaKind } from '@inkproof/protocol/quotas'
import { isDuplicateKey } from '@inkproof/service-kit/mongo'
import type { QuotaUseModel, QuotaUseRow } from './quota-uses.model.ts'

/** What is started, in which workspace. */
export type QuotaUse = { workspaceId: string; kind: QuotaKind; subject: string }

export type Quotas = {
  read(workspaceId: string): Promise<Quota>
  /**
   * Counts a use, and returns whether it is within the limit. What was counted before, also in an earlier month, is not counted
   * again.
   */
  consume(use: QuotaUse): Promise<boolean>
  /** Deletes the uses of a workspace. */
  forget(workspaceId: string): Promise<void>
}

export type QuotaDeps = {
  uses: QuotaUseModel
  /** Uses in a month; undefined: unlimited. */
  limit: number | undefined
  now: () => Date
}

export function createQuotas({ uses, limit, now }: QuotaDeps): Quotas {
  async function countUses(workspaceId: string, month: string): Promise<number> {
    const last = await uses.findOne({ workspaceId, month }).sort({ number: -1 }).lean<QuotaUseRow>()
    return last?.number ?? 0
  }

  async function consume(use: QuotaUse): Promise<boolean> {
    if (await uses.exists(use)) return true
    const month = monthOf(now())
    const used = await countUses(use.workspaceId, month)
    if (limit !== undefined && used >= limit) return false
    const number = used + 1
    const row = { ...use, _id: `${use.workspaceId}.${month}.${number}`, month, number }
    try {
      await new uses(row).save()
      return true
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      // A concurrent use has this number, or is this use.
      return consume(use)
    }
  }

  return {
    consume,
    forget: async (workspaceId) => void (await uses.deleteMany({ workspaceId })),
    read: async (workspaceId) => ({
      limit: limit ?? null,
      used: await countUses(workspaceId, monthOf(now())),
      resetsAt: startOfNextMonth(now()).toISOString(),
    }),
  }
}

function monthOf(date: Date): string {
  return date.toISOString().slice(0, 7)
}

function startOfNextMonth(date: Date): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1))
}
