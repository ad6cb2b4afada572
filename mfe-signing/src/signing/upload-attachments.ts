import type { FinalValue } from './final-values.ts'

/** Uploads the files that the person attaches, one after the other. The same file again changes nothing. */
export async function uploadAttachments(
  values: readonly FinalValue[],
  upload: (attachment: { field: string; fileName: string }, file: Blob) => Promise<unknown>,
): Promise<void> {
  for (const { attachment, field } of values)
    if (attachment?.file) await upload({ field, fileName: attachment.fileName }, attachment.file)
}
