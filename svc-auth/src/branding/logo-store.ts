import type { LogoModel } from './logos.model.ts'

export type LogoStore = {
  insert(logo: { id: string; workspaceId: string; bytes: Buffer; createdAt: Date }): Promise<void>
  find(logoId: string): Promise<Buffer | undefined>
  remove(logoId: string): Promise<void>
  /**
   * Removes a workspace's logos created before the given time, except the logo with the id `keep`. Interrupted calls
   * leave unused logos behind.
   */
  removeUnused(workspaceId: string, keep: string, before: Date): Promise<void>
  removeAll(workspaceId: string): Promise<void>
}

export function createLogoStore(logos: LogoModel): LogoStore {
  return {
    insert: async ({ id, ...logo }) => void (await logos.create({ _id: id, ...logo })),
    find: async (logoId) => {
      const logo = await logos.findById(logoId)
      return logo ? Buffer.from(logo.bytes) : undefined
    },
    remove: async (logoId) => void (await logos.deleteOne({ _id: logoId })),
    removeUnused: async (workspaceId, keep, before) =>
      void (await logos.deleteMany({
        workspaceId,
        _id: { $ne: keep },
        createdAt: { $lt: before },
      })),
    removeAll: async (workspaceId) => void (await logos.deleteMany({ workspaceId })),
  }
}
