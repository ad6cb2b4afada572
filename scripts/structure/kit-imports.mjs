/** Counts files, except tests, that import an object with all dependencies of a service: `Kit` of a `kit.ts`. */
import typescript from 'typescript'
import { finding } from './sources.mjs'

export function kitImports(sources) {
  return sources
    .filter(({ tree }) => tree)
    .flatMap((source) => {
      const statement = source.tree.statements.find(importsKit)
      return statement ? [finding(source, statement.getStart(), statement.getText())] : []
    })
}

function importsKit(statement) {
  if (!typescript.isImportDeclaration(statement)) return false
  const names = statement.importClause?.namedBindings
  return (
    /\/kit\.ts$/.test(statement.moduleSpecifier.text) &&
    names !== undefined &&
    typescript.isNamedImports(names) &&
    names.elements.some(({ name, propertyName }) => (propertyName ?? name).text === 'Kit')
  )
}
