/** Checks that list and folders agree: each part has the files it needs, and no folder is unlisted. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './list.mjs'

const SLICE_FILES = ['slice.config.ts', 'webpack.config.mjs', 'src/slice.tsx', 'src/slice.css']
const SERVICE_FILES = ['src/main.ts']

/** Folders of `src` that are no features, as in .dependency-cruiser.cjs. */
const NO_FEATURE = ['testing', 'generated']

export function folderProblems({ slices, services }, graph = readGraph()) {
  const listed = [...slices, ...services].map(({ folder }) => folder)
  return [
    ...listed.filter((folder) => hasFeatures(folder) && !graph[folder]).map(unrestricted),
    ...slices.flatMap((slice) => [...missing(slice.folder, SLICE_FILES), ...namedOtherwise(slice)]),
    ...services.flatMap(({ folder }) => missing(folder, SERVICE_FILES)),
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
      (entry) => entry.isDirectory() && !NO_FEATURE.includes(entry.name),
    )
  )
}

/** Without an entry, no import rule applies to the features of a part. */
function unrestricted(folder) {
  return `features.graph.json does not list ${folder}: add its features and what each may import`
}

/** Folders that contain only `dist` or `node_modules` remain after deleting a part: they are ignored. */
function foldersOfParts() {
  return readdirSync(ROOT).filter(
    (name) => /^(mfe|svc)-/.test(name) && existsSync(join(ROOT, name, 'package.json')),
  )
}

function missing(folder, files) {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const absent = ['package.json', ...files].filter((file) => !existsSync(join(ROOT, folder, file)))
  return [
    ...absent.map((file) => `parts.json lists ${folder}, which has no ${file}: add it`),
    ...(lock.packages[folder] ? [] : [`package-lock.json does not know ${folder}: npm install`]),
  ]
}

/** The shell finds a slice by its id and its styles by the same name. */
function namedOtherwise({ folder, name }) {
  const expected = { 'slice.config.ts': `id: '${name}'`, 'src/slice.css': `data-slice="${name}"` }
  return Object.entries(expected)
    .filter(([file]) => existsSync(join(ROOT, folder, file)))
    .filter(([file, text]) => !readFileSync(join(ROOT, folder, file), 'utf8').includes(text))
    .map(([file, text]) => `${folder}/${file} needs ${text}, after the name of its folder`)
}
