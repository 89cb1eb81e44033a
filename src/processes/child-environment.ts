/**
 * The environment of the processes that we start. It holds what a program needs to find its libraries, its language and its
 * temporary files, and nothing else. Ours holds keys and passwords, and `/proc/PID/environ` shows a child's for its whole life.
 */
const passedOn = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LANGUAGE', 'TZ', 'TZDIR', 'TMPDIR', 'TMP', 'TEMP'],
  // Where libraries lie on systems that keep them elsewhere.
  ...['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'DYLD_FALLBACK_LIBRARY_PATH', 'LOCALE_ARCHIVE', 'NIX_LD'],
  ...['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA'],
]);

/** What of an environment is passed on; names are compared as Windows does. */
export function childEnvironment(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => {
      const known = name.toUpperCase();
      return passedOn.has(known) || known.startsWith('LC_');
    }),
  );
}
