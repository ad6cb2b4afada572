/** Usage text of `inkproof fsck`, separate from its code, which the standalone verifier does not contain. */
export const FSCK_USAGE = `  inkproof fsck FOLDER [--trust POLICY.json]

  FOLDER        the files of a record: the folder that is served as /log, its second store, or a mirror
  --trust       the record's policy; without it, the policy in the folder

Names every damaged file. Exit code 1: files are damaged or missing. 2: could not be checked. 0: all files match the
signed state. Changes nothing, and needs neither a network nor a database.`
