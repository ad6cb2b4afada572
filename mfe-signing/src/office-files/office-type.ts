/** How long a ZIP directory is looked for. That of a document with a thousand pictures has 100 KB. */
const TAIL_BYTES = 256 * 1024

/**
 * Whether a file looks like one of Word, Excel, PowerPoint, OpenDocument or RTF. Its name is not considered. The service checks it
 * completely.
 *
 * @param start its first bytes, as Latin-1
 */
export async function isOfficeFile(file: Blob, start: string): Promise<boolean> {
  if (start.startsWith('ÐÏ\x11à') || start.startsWith('{\\rtf')) return true
  if (!start.startsWith('PK\x03\x04')) return false
  if (/mimetypeapplication\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)/.test(start))
    return true
  const tail = await file.slice(-TAIL_BYTES).arrayBuffer()
  const names = new TextDecoder('latin1').decode(tail)
  return names.includes('[Content_Types].xml') && /(word|xl|ppt)\//.test(names)
}
