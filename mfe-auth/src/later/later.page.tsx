import '../full.css'
import { NotInThisRelease } from '@inkproof/ui/not-in-this-release'
import { Link, useLocation } from 'react-router-dom'
import { LATER } from './later.ts'

/** A page whose content comes with a later release. */
export function Component() {
  const { pathname } = useLocation()
  const later = LATER[pathname.replace(/(?<=.)\/$/, '')]
  if (later === undefined) return null
  return (
    <NotInThisRelease title={later.title} sentence={later.sentence}>
      <Link to={later.to}>{later.label}</Link>
    </NotInThisRelease>
  )
}
