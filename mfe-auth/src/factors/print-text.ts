/** Prints text from a new window. Returns false if the browser blocks the window. */
export function printText(title: string, text: string): boolean {
  const printWindow = open('', '_blank', 'popup,width=640,height=720')
  if (!printWindow) return false
  const { document } = printWindow
  document.title = title
  const body = document.createElement('pre')
  body.textContent = text
  document.body.append(body)
  printWindow.addEventListener('afterprint', () => printWindow.close())
  printWindow.print()
  return true
}
