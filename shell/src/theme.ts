/** Runs in <head> before anything is painted: the class on <html> decides every colour. */
function storedTheme(): string | null {
  try {
    return localStorage.getItem('theme')
  } catch {
    return null
  }
}

document.documentElement.classList.add(storedTheme() === 'light' ? 'light' : 'dark')
