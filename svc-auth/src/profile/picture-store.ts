import type { PictureModel } from './pictures.model.ts'

export type PictureStore = {
  insert(picture: { id: string; accountId: string; bytes: Buffer; createdAt: Date }): Promise<void>
  find(pictureId: string): Promise<Buffer | undefined>
  remove(pictureId: string): Promise<void>
  /**
   * Removes an account's pictures created before the given time, except the picture with the id `keep`. Interrupted
   * calls leave unused pictures behind.
   */
  removeUnused(accountId: string, keep: string, before: Date): Promise<void>
  removeAll(accountId: string): Promise<void>
}

export function createPictureStore(pictures: PictureModel): PictureStore {
  return {
    insert: async ({ id, ...picture }) => void (await pictures.create({ _id: id, ...picture })),
    find: async (pictureId) => {
      const picture = await pictures.findById(pictureId)
      return picture ? Buffer.from(picture.bytes) : undefined
    },
    remove: async (pictureId) => void (await pictures.deleteOne({ _id: pictureId })),
    removeUnused: async (accountId, keep, before) =>
      void (await pictures.deleteMany({
        accountId,
        _id: { $ne: keep },
        createdAt: { $lt: before },
      })),
    removeAll: async (accountId) => void (await pictures.deleteMany({ accountId })),
  }
}
