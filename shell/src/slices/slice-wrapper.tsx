import { Outlet } from 'react-router-dom'

/** The element that scopes a slice's styles. */
export function SliceWrapper({ id }: { id: string }) {
  return (
    <div className="contents" data-slice={id}>
      <Outlet />
    </div>
  )
}
