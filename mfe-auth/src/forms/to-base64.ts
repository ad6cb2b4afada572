import { t } from '@inkproof/texts/text'

/** Reads a file as base64. @throws Error with a message for the user if the browser cannot read it */
export async function toBase64(file: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error(t('The file could not be read. Choose it again.')))
    reader.readAsDataURL(file)
  })
  return url.slice(url.indexOf(',') + 1)
}
