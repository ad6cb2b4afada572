/** Prints a text alone, from a window of its own. False where the browser opens none. */
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
