import { ReadingWorker } from './reading-worker.ts'

/** What jsdom lacks for showing pages: nothing in it has a size or a place. */
export function stubLayout(): { show: (page: number) => void } {
  const observers = new Set<PageObserver>()

  class PageObserver implements Pick<IntersectionObserver, 'observe' | 'unobserve' | 'disconnect'> {
    readonly elements = new Set<Element>()
    readonly notify: IntersectionObserverCallback

    constructor(notify: IntersectionObserverCallback) {
      this.notify = notify
      observers.add(this)
    }

    observe(element: Element): void {
      this.elements.add(element)
    }

    unobserve(element: Element): void {
      this.elements.delete(element)
    }

    disconnect(): void {
      observers.delete(this)
    }

    show(page: number): void {
      const entries = [...this.elements]
        .filter((element) => element.getAttribute('data-page') === String(page))
        .map((target) => ({
          target,
          isIntersecting: true,
          intersectionRatio: 1,
          intersectionRect: {},
        }))
      if (entries.length > 0)
        this.notify(entries as unknown as IntersectionObserverEntry[], this as never)
    }
  }

  class SizeObserver {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }

  Object.assign(globalThis, {
    IntersectionObserver: PageObserver,
    ResizeObserver: SizeObserver,
    Worker: ReadingWorker,
  })
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { value: 600, configurable: true })
  return {
    /** A page comes into the window. */
    show: (page) => {
      for (const observer of observers) observer.show(page)
    },
  }
}
