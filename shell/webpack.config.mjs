import { defineShellConfig } from '@inkproof/slice-kit/webpack/shell-config'

export default defineShellConfig(import.meta.dirname)
