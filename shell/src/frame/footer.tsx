import { TextLink } from '@inkproof/ui/link'
import { Link } from 'react-router-dom'
import { sliceFor, useRegistry } from '../slices/registry.ts'

const LINKS = {
  Features: '/features',
  Docs: '/docs',
  FAQ: '/faq',
  Blog: '/blog',
  About: '/about',
  Security: '/security',
  Privacy: '/privacy',
  Terms: '/terms',
}

/** Below every page: what is written about the product. A text whose slice is not released is left out. */
export function Footer() {
  const slices = useRegistry((registry) => registry.slices)
  const links = Object.entries(LINKS).filter(([, to]) => sliceFor(to, slices) !== null)
  return (
    <footer className="border-line border-t">
      <nav
        aria-label="About this site"
        className="mx-auto flex w-full max-w-3xl flex-wrap gap-5 px-4 py-8 text-sm sm:px-6 lg:px-8"
      >
        {[...links, ['Status', '/auth-status']].map(([label = '', to = '']) => (
          <TextLink key={to} asChild tone="quiet">
            <Link to={to}>{label}</Link>
          </TextLink>
        ))}
      </nav>
    </footer>
  )
}
