import './gallery.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { adoptCspNonce } from '../src/csp-nonce.ts'
import { Gallery } from './gallery.tsx'

adoptCspNonce()
const theme = new URL(location.href).searchParams.get('theme') === 'light' ? 'light' : 'dark'
document.documentElement.className = theme

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Gallery initialTheme={theme} />
    </StrictMode>,
  )
}
