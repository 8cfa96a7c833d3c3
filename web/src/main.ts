import { mount } from "svelte";
import App from "./App.svelte";
import { follow } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";
import "./theme.css";

settings.apply();
follow();
const place = document.getElementById("app");
if (place) mount(App, { target: place });
