/**
 * The one way in which credits are charged, as two parts of a statement that also writes the work's result: both are there, or
 * neither is. `charges` names a relation of the statement with `team_id`, `api_key_id`, `kind`, `at` (timestamptz), `credits`
 * and `calls`. `entered` goes into its `with`; `booked` is its end. The callers bring the prices.
 */
export function chargeSql(charges: string): { entered: string; booked: string } {
  return {
    entered: `insert into credit_usage (team_id, hour, api_key_id, kind, credits, calls)
       select team_id, date_trunc('hour', at), api_key_id, kind, sum(credits), sum(calls)
       from ${charges} group by 1, 2, 3, 4 order by 1, 2, 3, 4
       on conflict (team_id, hour, api_key_id, kind) do update
       set credits = credit_usage.credits + excluded.credits, calls = credit_usage.calls + excluded.calls`,
    booked: `update team t set credits_used = t.credits_used + total.credits
     from (select team_id, sum(credits) as credits from ${charges} group by team_id) total
     where t.id = total.team_id and total.credits <> 0`,
  };
}
