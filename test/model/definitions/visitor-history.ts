import { iso } from './figures.ts';
import { inTime } from './order.ts';
import { isConversion } from './record.ts';
import { findSession } from './sessions.ts';
import { isCovered, type Row, type View } from './view.ts';

const mostConversions = 100;

export function buildVisitorHistory(view: View): Row[] {
  const conversions = view.records
    .filter(isConversion)
    .filter(({ visitor }) => visitor === view.inputs.visitorId)
    .filter(isCovered(view));
  return inTime(conversions)
    .toReversed()
    .slice(0, mostConversions)
    .map((conversion) => ({
      ts: iso(conversion.ts),
      goal_name: conversion.name,
      details: conversion.details,
      session_id: findSession(view.records, conversion)?.id ?? null,
    }));
}
