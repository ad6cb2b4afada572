import type { WordedStep } from '@inkproof/proof/wording'

/** Sets the text of an element; never parses markup. */
export function show(id: string, text: string): void {
  const element = document.getElementById(id)
  if (element !== null) element.textContent = text
}

/** Renders a chosen file: its kind, its name, and a line of detail. */
export function line(
  kind: string,
  name: string,
  detail: string,
  below: readonly HTMLElement[] = [],
): HTMLElement {
  return make('li', '', [
    make('strong', `${kind}: `),
    make('span', name),
    ...(detail === '' ? [] : [make('small', detail)]),
    ...below,
  ])
}

/** Creates an unticked checkbox. */
export function tick(onChange: () => void): HTMLInputElement {
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.addEventListener('change', onChange)
  return box
}

/** Creates a label that contains a checkbox and its text. */
export function labelled(box: HTMLElement, words: string): HTMLElement {
  return make('label', '', [box, make('span', words)])
}

/** Renders every check as a line that expands to the compared values. */
export function showSteps(place: HTMLElement, steps: readonly WordedStep[]): void {
  place.replaceChildren(...steps.map(stepLine))
}

function stepLine({ title, outcome, reason, sentence, values }: WordedStep): HTMLElement {
  const words = outcome === 'passed' ? title : `${title}: ${sentence}`
  const entries = Object.entries({ ...values, ...(outcome !== 'passed' && { reason }) })
  const details = make('details', '', [
    make('summary', '', [make('b', outcome), make('span', words)]),
    make(
      'dl',
      '',
      entries.flatMap(([name, value]) => [make('dt', name), make('dd', value)]),
    ),
  ])
  details.className = outcome === 'not checked' ? 'unchecked' : outcome
  return details
}

function make(tag: string, text: string, children: readonly HTMLElement[] = []): HTMLElement {
  const element = document.createElement(tag)
  if (text !== '') element.textContent = text
  element.append(...children)
  return element
}
