/** Runs in <head> before the first paint: the class on <html> determines every color. */
function storedTheme(): string | null {
  try {
    return localStorage.getItem('theme')
  } catch {
    return null
  }
}

document.documentElement.classList.add(storedTheme() === 'light' ? 'light' : 'dark')
