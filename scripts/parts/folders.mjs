/** Checks that parts.json matches the folders: each part has the files it needs, and every folder is listed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './list.mjs'

const SLICE_FILES = ['slice.config.ts', 'webpack.config.mjs', 'src/slice.tsx', 'src/slice.css']
const SERVICE_FILES = ['src/main.ts']

/** Folders of `src` that are not features, as in .dependency-cruiser.cjs. */
const NON_FEATURE_FOLDERS = ['testing', 'generated']

export function folderProblems({ slices, services }, graph = readGraph()) {
  const listed = [...slices, ...services].map(({ folder }) => folder)
  return [
    ...listed.filter((folder) => hasFeatures(folder) && !graph[folder]).map(graphProblem),
    ...slices.flatMap((slice) => [
      ...missingFiles(slice.folder, SLICE_FILES),
      ...nameProblems(slice),
    ]),
    ...services.flatMap(({ folder }) => missingFiles(folder, SERVICE_FILES)),
    ...foldersOfParts()
      .filter((folder) => !listed.includes(folder))
      .map((folder) => `${folder}/ is not listed: add a line for it to parts.json`),
  ]
}

function readGraph() {
  return JSON.parse(readFileSync(join(ROOT, 'features.graph.json'), 'utf8'))
}

function hasFeatures(folder) {
  const source = join(ROOT, folder, 'src')
  return (
    existsSync(source) &&
    readdirSync(source, { withFileTypes: true }).some(
      (entry) => entry.isDirectory() && !NON_FEATURE_FOLDERS.includes(entry.name),
    )
  )
}

/** Without an entry, no import rule applies to the features of a part. */
function graphProblem(folder) {
  return `features.graph.json does not list ${folder}: add its features and what each may import`
}

/** Returns the folders of parts. Ignores the rest of a deleted part, which contains only `dist` or `node_modules`. */
function foldersOfParts() {
  return readdirSync(ROOT).filter(
    (name) => /^(mfe|svc)-/.test(name) && existsSync(join(ROOT, name, 'package.json')),
  )
}

function missingFiles(folder, files) {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const missing = ['package.json', ...files].filter((file) => !existsSync(join(ROOT, folder, file)))
  return [
    ...missing.map((file) => `parts.json lists ${folder}, which has no ${file}: add it`),
    ...(lock.packages[folder]
      ? []
      : [`package-lock.json does not contain ${folder}: run npm install`]),
  ]
}

/** Checks that a slice's id, and the name to which its styles apply, follow from the name of its folder. */
function nameProblems({ folder, name }) {
  const expected = { 'slice.config.ts': `id: '${name}'`, 'src/slice.css': `data-slice="${name}"` }
  return Object.entries(expected)
    .filter(([file]) => existsSync(join(ROOT, folder, file)))
    .filter(([file, text]) => !readFileSync(join(ROOT, folder, file), 'utf8').includes(text))
    .map(
      ([file, text]) =>
        `${folder}/${file} must contain ${text}, which follows from the name of its folder`,
    )
}
