/**
 * The settings of LibreOffice: no macros, no links to other files or servers, no updates. The sandbox does not depend on them.
 * Names and values: officecfg/registry/schema of LibreOffice.
 */
const SETTINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Common/Security/Scripting': {
    MacroSecurityLevel: '3',
    DisableMacrosExecution: 'true',
    BlockUntrustedRefererLinks: 'true',
    // Of newer releases: no OLE objects, no DDE, no Python.
    DisableActiveContent: 'true',
    DisableOLEAutomation: 'true',
    DisablePythonRuntime: 'true',
  },
  // Never.
  'Writer/Content/Update': { Link: '2' },
  'Calc/Content/Update': { Link: '2' },
}

/** As `registrymodifications.xcu` of a profile. */
export const CONFIGURATION = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
${Object.entries(SETTINGS)
  .flatMap(([path, values]) =>
    Object.entries(values).map(([name, value]) => item(path, name, value)),
  )
  .join('\n')}
</oor:items>
`

function item(path: string, name: string, value: string): string {
  const property = `<prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop>`
  return `<item oor:path="/org.openoffice.Office.${path}">${property}</item>`
}
