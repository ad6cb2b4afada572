import { useEffect, useState } from 'react'

/** The id of the topmost section in view. */
export function useSectionInView(ids: readonly string[]): string | undefined {
  const [inView, setInView] = useState(ids[0])
  useEffect(() => {
    const seen = new Set<string>()
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) seen.add(target.id)
          else seen.delete(target.id)
        }
        const highest = ids.find((id) => seen.has(id))
        if (highest !== undefined) setInView(highest)
      },
      // Below the header, above the lower half.
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
