"""The referee protocol by the pipe (`tapete referee`) and over HTTP: the types of requests and answers, and their schema."""
