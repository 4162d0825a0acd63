/**
 * `DECANT_TEST_BROWSER_URL` and `DECANT_TEST_BROWSER_TOKEN` run the same tests with browsers elsewhere, which must be
 * allowed to reach loopback.
 */
export function browserElsewhere(): Record<string, string> {
  const { DECANT_TEST_BROWSER_URL: url, DECANT_TEST_BROWSER_TOKEN: token = '' } = process.env;
  return url === undefined ? {} : { DECANT_BROWSER_URL: url, DECANT_BROWSER_TOKEN: token };
}
