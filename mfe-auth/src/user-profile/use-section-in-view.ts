import { useEffect, useState } from 'react'

/** The id of the topmost section in view. */
export function useSectionInView(ids: readonly string[]): string | undefined {
  const [inView, setInView] = useState(ids[0])
  useEffect(() => {
    const visible = new Set<string>()
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) visible.add(target.id)
          else visible.delete(target.id)
        }
        const topmost = ids.find((id) => visible.has(id))
        if (topmost !== undefined) setInView(topmost)
      },
      // A section counts as in view between the header and the middle of the window.
      { rootMargin: '-80px 0px -50% 0px' },
    )
    for (const id of ids) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [ids])
  return inView
}
