/**
 * Returns all dropped files, with folders expanded. Reads the entries before the first await, because
 * the browser clears the list when the event handler returns.
 */
export async function listDroppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => item.webkitGetAsEntry?.() ?? null)
  if (!entries.some((entry) => entry?.isDirectory)) return [...transfer.files]
  const files = await Promise.all(entries.map((entry) => (entry ? filesOf(entry) : [])))
  return files.flat()
}

/** Whether a drag contains files, as opposed to text or links from the page. */
export function hasFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry))
    return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))]
  if (!isDirectory(entry)) return []
  const children = await childrenOf(entry.createReader())
  const files = await Promise.all(children.map(filesOf))
  return files.flat()
}

/** `readEntries` returns at most 100 entries per call, and an empty list at the end. */
async function childrenOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) return all
    all.push(...batch)
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
