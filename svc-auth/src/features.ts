/** What svc-auth consists of: one line a feature, each from its own folder. */
import type { Log } from '@inkproof/service-kit/log'
import { accountsFeature } from './accounts/feature.ts'
import { captchaFeature } from './captcha/feature.ts'
import type { Config } from './config.ts'
import { deletionFeature } from './deletion/feature.ts'
import { emailsFeature } from './emails/feature.ts'
import { factorsFeature } from './factors/feature.ts'
import { historyFeature } from './history/feature.ts'
import { createKit, type Feature, type Kit } from './kit.ts'
import { mailFeature } from './mail/feature.ts'
import { passwordsFeature } from './passwords/feature.ts'
import { personalDataFeature } from './personal-data/feature.ts'
import { profileFeature } from './profile/feature.ts'
import { providersFeature } from './providers/feature.ts'
import { recoveryFeature } from './recovery/feature.ts'
import { sessionsFeature } from './sessions/feature.ts'
import { signInFeature } from './sign-in/feature.ts'
import type { Connections } from './stores.ts'
import { walletsFeature } from './wallets/feature.ts'
import { workspacesFeature } from './workspaces/feature.ts'

/** Everything the service mounts and runs. `now` is the clock; tests bring their own. */
export function features(
  config: Config,
  stores: Connections,
  log: Log,
  now?: () => Date,
): Required<Feature> & Pick<Kit, 'metrics'> {
  const kit = createKit(config, stores, log, now)
  const { spend, ...captcha } = captchaFeature(kit)
  const { personalData, parts } = personalDataFeature(kit)
  const all: Feature[] = [
    captcha,
    { parts },
    mailFeature(kit),
    recoveryFeature(kit, spend),
    emailsFeature(kit),
    accountsFeature(kit),
    signInFeature(kit, spend),
    sessionsFeature(kit),
    workspacesFeature(kit, personalData),
    factorsFeature(kit, spend),
    passwordsFeature(kit),
    profileFeature(kit, personalData),
    historyFeature(kit),
    deletionFeature(kit, personalData),
    providersFeature(kit),
    walletsFeature(kit, spend),
  ]
  return {
    mounts: all.flatMap(({ mounts = [] }) => mounts),
    lateBodies: all.flatMap(({ lateBodies = [] }) => lateBodies),
    parts: all.flatMap(({ parts = [] }) => parts),
    metrics: kit.metrics,
  }
}
