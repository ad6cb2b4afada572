/** Prints only a text, from its own window. Returns false if the browser blocks the window. */
export function printText(title: string, text: string): boolean {
  const sheet = open('', '_blank', 'popup,width=640,height=720')
  if (!sheet) return false
  const { document } = sheet
  document.title = title
  const body = document.createElement('pre')
  body.textContent = text
  document.body.append(body)
  sheet.addEventListener('afterprint', () => sheet.close())
  sheet.print()
  return true
}
