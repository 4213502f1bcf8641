package server

func (s *Server) releaseRoutes() []route { return nil }
