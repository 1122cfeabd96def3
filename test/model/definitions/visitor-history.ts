import { iso } from './figures.ts';
import { ascending, descending, sorted } from './order.ts';
import { isConversion } from './record.ts';
import { nameSession } from './sessions.ts';
import { isCovered, type Row, type View } from './view.ts';

const mostConversions = 100;

export function buildVisitorHistory(view: View): Row[] {
  const conversions = view.records
    .filter(isConversion)
    .filter(({ visitor }) => visitor === view.inputs.visitorId)
    .filter(isCovered(view));
  return sorted(
    conversions,
    descending(({ ts }) => ts),
    descending(({ seq }) => seq),
    // A pageview may reach several goals.
    ascending(({ name }) => name),
  )
    .slice(0, mostConversions)
    .map((conversion) => ({
      ts: iso(conversion.ts),
      goal_name: conversion.name,
      details: conversion.details,
      session_id: nameSession(view.records, conversion),
    }));
}
